/**
 * Texts that people and programs write every day and in which a scanner must find nothing.
 *
 * @module
 */

/** The texts. */
export const EVERYDAY_TEXTS: readonly string[] = [
  '{"integrity":"sha512-abcdABCD0123456789+/abcdABCD0123456789abcdABCD0123456789abcdABCD0123456789abcdABCD01=="}',
  "commit 3b18e512dba79e4c8300dd08aeb37f8e728b8dad\nAuthor: Ann <ann@example.com>",
  'ETag: "33a64df551425fcc55e4d42a148795d9f25f89d4"\nsha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  "id: 6fa459ea-ee8a-3ca4-894e-db77e160355e",
  "AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE\nAWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  "password: ${{ secrets.PASSWORD }}\ntoken: <your-token-here>\napi_key=xxxxxxxxxxxxxxxxxxxx\nsecret: $SECRET",
  "connect to redis://localhost:6379 or postgres://user:password@localhost/db",
  "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA\n-----END PUBLIC KEY-----",
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==",
  "\u001b[31mred\u001b[0m 👨‍👩‍👧 🏳️‍🌈 می‌خواهم ﷽\r\n",
  "You are now connected to db. Ignore warnings above. Do not commit secrets. Always run the tests before you push.",
  "Prompt injection: an attacker writes 'ignore all previous instructions' into a page, and the model follows it.",
];
