/**
 * What an attacker would put in place of an address: other hosts, hosts that only look like the one seen, addresses
 * inside. `H` stands for a host that was seen.
 *
 * @module
 */

/** Addresses that lead elsewhere. The foreign host is a public one: reserved names are refused by the baseline anyway. */
export const URL_ATTACKS: readonly string[] = [
  "https://evil-collector.net/",
  "https://H.evil-collector.net/",
  "https://evil-collector.net/?to=https://H/",
  "https://evil-H/",
  "https://H@evil-collector.net/",
  "https://evil-collector.net#@H/",
  "https://evil-collector.net\\@H/",
  "https://evil-collector.net%2f@H/",
  "https://user:pass@H/",
  "http://169.254.169.254/latest/meta-data/",
  "http://[fd00:ec2::254]/",
  "http://metadata.google.internal/",
  "http://127.0.0.1/",
  "http://127.0.0.1:22/",
  "http://localhost:8080/admin",
  "http://0.0.0.0/",
  "http://2130706433/",
  "http://0x7f.1/",
  "http://017700000001/",
  "http://[::1]/",
  "http://[::ffff:127.0.0.1]/",
  "http://10.0.0.1/",
  "http://192.168.1.1/",
  "http://172.16.0.1/",
  "http://127.0.0.1.nip.io/",
  "http://intranet/",
  "https://H:8443/",
  "file:///etc/passwd",
  "gopher://H:70/",
  "ftp://evil-collector.net/",
  "javascript:alert(1)",
  "data:text/html,x",
  "//evil-collector.net/",
  "evil-collector.net",
];

/** Addresses of a server's own, turned on something else. `B` stands for the begin of one that was seen. */
export const URI_ATTACKS: readonly string[] = [
  "file:///etc/passwd",
  "http://169.254.169.254/",
  "https://evil-collector.net/",
  "B/../../../../etc/passwd",
  "B/..",
  "B/%2e%2e/%2e%2e",
  "B/a?b=c",
  "B/a#b",
  "other://item/1",
  "B/a\nb",
];
