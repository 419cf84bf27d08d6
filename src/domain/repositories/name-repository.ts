/** What people call the things that ids name. */
export interface NameRepository {
  /** Names by id: of operators and clients, and of what belongs to the client. Ids without a name, or gone, are left out. */
  find(clientId: string, ids: readonly string[]): Promise<Map<string, string>>;
}
