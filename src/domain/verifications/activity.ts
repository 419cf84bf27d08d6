/** What an operator, or the backend, did on a case other than giving a verdict. */
export type Activity = {
  id: string;
  /** Id of the operator or API token. */
  actorId: string;
  createdAt: Date;
} & ActivityContent;

/** `assigneeId` null: nobody works on the case any more. */
export type ActivityContent = { type: 'comment'; text: string } | { type: 'assignment'; assigneeId: string | null };
