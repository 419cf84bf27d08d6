/** Receives messages about slow steps (downloading, creating a database), one plain sentence at a time. */
export type Progress = (line: string) => void;
