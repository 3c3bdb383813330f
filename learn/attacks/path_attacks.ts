/**
 * What an attacker would put in place of a path: ways out of the project, places of secrets, odd spellings. `P` stands
 * for the project folder, `V` for the path that was seen.
 *
 * @module
 */

/** Paths that no one who was given files of a project should be able to name. */
export const PATH_ATTACKS: readonly string[] = [
  "/etc/passwd",
  "/etc/shadow",
  "/etc/hosts",
  "/etc",
  "/",
  "P/..",
  "P/../other-project/secret.txt",
  "P/../../.bashrc",
  "P/src/../../../../etc/passwd",
  "V/../../../../../../../etc/passwd",
  "../../../../../../etc/passwd",
  "..",
  "P-evil/a.txt",
  "P/../project2/a.txt",
  "~/.ssh/id_rsa",
  "/root/.ssh/id_ed25519",
  "/sallyport/home/.ssh/id_rsa",
  "/sallyport/home/.aws/credentials",
  "/sallyport/home",
  "/sallyport/home/.bash_history",
  "$HOME/.ssh/id_rsa",
  "P/.env",
  "P/.git/hooks/pre-commit",
  "P/%2e%2e/%2e%2e/etc/passwd",
  "P/..\\..\\secret",
  "file:///etc/passwd",
  "FILE:///etc/passwd",
  "/proc/self/environ",
  "/proc/1/root/etc/shadow",
  "/dev/sda",
  "/var/run/docker.sock",
  "/var/log/auth.log",
  "\\\\evil.example\\share\\a",
  "//evil.example/share/a",
  "C:\\Windows\\System32\\config\\SAM",
  "/tmp/../etc/passwd",
  "P/\u200b../../secret",
  "P/a\u0000.txt",
  "https://evil.example/a.txt",
];
