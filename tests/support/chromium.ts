/**
 * A real Chromium for tests that look at a page: opens a file without a window and says what the page said.
 *
 * @module
 */

import { join } from "node:path";

/** How a page is looked at. */
export interface PageView {
  readonly width: number;
  readonly scheme: "light" | "dark";
}

/** What came of a look. */
export interface PageLook {
  /** A picture of the first 3000 pixels of the page, PNG. */
  readonly picture: Uint8Array;
  /** What an expression came to in the page. */
  readonly value: unknown;
}

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const START_MS = 60_000;
const PICTURE_HEIGHT = 3000;

/** Where Chromium is; nothing where it is not installed. */
export function findChromium(): string | undefined {
  return PLACES.find((path) => {
    try {
      return Deno.statSync(path).isFile;
    } catch {
      return false;
    }
  });
}

/** A running Chromium with one page, over its DevTools protocol. */
export class Chromium {
  readonly #process: Deno.ChildProcess;
  readonly #profile: string;
  readonly #socket: WebSocket;
  readonly #answers = new Map<number, (answer: Answer) => void>();
  /** Everything that the page complained of: console messages, exceptions, broken content policies, failed requests. */
  readonly complaints: string[] = [];
  /** Addresses that were asked for. */
  readonly requests: string[] = [];
  #session: string | undefined;
  #loaded = () => {};
  #next = 1;

  private constructor(process: Deno.ChildProcess, profile: string, socket: WebSocket) {
    this.#process = process;
    this.#profile = profile;
    this.#socket = socket;
    socket.onmessage = ({ data }) => this.#receive(JSON.parse(data));
  }

  /** Starts it with a page that is empty. */
  static async start(program: string): Promise<Chromium> {
    const profile = await Deno.makeTempDir({ prefix: "sallyport-chromium-" });
    const process = new Deno.Command(program, {
      args: [
        ...["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"],
        ...[
          "--disable-background-networking",
          `--user-data-dir=${profile}`,
          "--remote-debugging-port=0",
          "about:blank",
        ],
      ],
      env: { HOME: profile },
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
    const socket = new WebSocket(await addressIn(join(profile, "DevToolsActivePort")));
    await new Promise((resolve, reject) => {
      socket.onopen = resolve;
      socket.onerror = () => reject(new Error("Cannot reach Chromium"));
    });
    const chromium = new Chromium(process, profile, socket);
    const { targetId } = await chromium.#call("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await chromium.#call("Target.attachToTarget", { targetId, flatten: true });
    chromium.#session = String(sessionId);
    for (const domain of ["Page", "Runtime", "Log", "Network"]) await chromium.#call(`${domain}.enable`);
    return chromium;
  }

  /** Opens an address, runs an expression in the page, and takes a picture of it. */
  async look(url: string, { width, scheme }: PageView, expression: string): Promise<PageLook> {
    const screen = { width, deviceScaleFactor: 1, mobile: false };
    await this.#call("Emulation.setDeviceMetricsOverride", { ...screen, height: 900 });
    await this.#call("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
    const loaded = new Promise<void>((resolve) => this.#loaded = resolve);
    await this.#call("Page.navigate", { url });
    await loaded;
    const { result } = await this.#call("Runtime.evaluate", { expression, returnByValue: true });
    const { data } = await this.#call("Page.captureScreenshot", {
      captureBeyondViewport: true,
      clip: { x: 0, y: 0, width, height: PICTURE_HEIGHT, scale: 1 },
    });
    const picture = Uint8Array.from(atob(String(data)), (character) => character.charCodeAt(0));
    return { picture, value: (result as { readonly value?: unknown }).value };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise((resolve) => this.#socket.onclose = resolve);
    await this.#call("Browser.close").catch(() => {});
    await closed;
    await this.#process.status;
    await Deno.remove(this.#profile, { recursive: true }).catch(() => {});
  }

  async #call(method: string, params: object = {}): Promise<Readonly<Record<string, unknown>>> {
    const id = this.#next++;
    const answered = new Promise<Answer>((resolve) => this.#answers.set(id, resolve));
    const session = this.#session === undefined || method.startsWith("Browser.") ? {} : { sessionId: this.#session };
    this.#socket.send(JSON.stringify({ id, method, params, ...session }));
    const { result, error } = await answered;
    if (error !== undefined) throw new Error(`Cannot call ${method}: ${error.message}`);
    return result ?? {};
  }

  #receive(answer: Answer): void {
    if (answer.id !== undefined) {
      this.#answers.get(answer.id)?.(answer);
      this.#answers.delete(answer.id);
      return;
    }
    const { method = "", params } = answer;
    if (method === "Page.loadEventFired") this.#loaded();
    if (method === "Network.requestWillBeSent") this.requests.push(String(params?.["request"]?.["url"]));
    const isComplaint = [
      "Runtime.consoleAPICalled",
      "Runtime.exceptionThrown",
      "Log.entryAdded",
      "Network.loadingFailed",
    ];
    if (isComplaint.includes(method)) this.complaints.push(`${method} ${JSON.stringify(params)}`);
  }
}

interface Answer {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
}

/** Chromium writes its port and path into a file of its profile when it listens. */
async function addressIn(file: string): Promise<string> {
  const until = Date.now() + START_MS;
  while (Date.now() < until) {
    const [port, path] = (await Deno.readTextFile(file).catch(() => "")).split("\n");
    if (port !== undefined && path !== undefined && path !== "") return `ws://127.0.0.1:${port}${path}`;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("Cannot start Chromium: it does not listen");
}
