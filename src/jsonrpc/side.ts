/**
 * The two sides of a session.
 *
 * @module
 */

/** Who sent a message: the MCP client or the MCP server. */
export type Side = "client" | "server";
