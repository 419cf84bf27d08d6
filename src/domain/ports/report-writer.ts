/** A document for people: headings with their content, in this order. */
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
  /** A PDF with page numbers. Characters that no font contains become question marks. */
  write(report: Report): Promise<Buffer>;
}
