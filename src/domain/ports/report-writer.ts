/** A document for people: headings with what stands under them, in this order. */
export interface Report {
  title: string;
  sections: readonly ReportSection[];
}

export interface ReportSection {
  heading: string;
  rows: readonly ReportRow[];
  pictures: readonly ReportPicture[];
}

export interface ReportRow {
  label: string;
  value: string;
}

export interface ReportPicture {
  caption: string;
  jpeg: Buffer;
}

export interface ReportWriter {
  /** A PDF with page numbers. What no font can show is a question mark. */
  write(report: Report): Promise<Buffer>;
}
