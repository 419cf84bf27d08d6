/** Where the service writes what its operators should know. Lines hold ids and no personal data. */
export interface Log {
  info(fields: Record<string, unknown>, text: string): void;
  warn(fields: Record<string, unknown>, text: string): void;
  error(fields: Record<string, unknown>, text: string): void;
}
