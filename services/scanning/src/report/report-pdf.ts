import type { Readable } from 'node:stream';
import type { ReportType } from '@packhouse/contract/scanning/report-input.ts';
import PdfDocument from 'pdfkit';
import type { KeptReport, NewRow } from './report-queries.ts';

/** A page that people turn holds no more; files for programs hold everything. */
const mostRows = 5000;

/** Columns that fit beside each other on a page, with their share of its width. */
const printed: Readonly<Record<ReportType, readonly (readonly [column: string, share: number])[]>> = {
  vulnerabilities: [
    ['severity', 1],
    ['issue_id', 2],
    ['vulnerable_component', 3],
    ['path', 4],
    ['fixed_versions', 2],
    ['summary', 4],
  ],
  licenses: [
    ['license', 2],
    ['component', 4],
    ['path', 5],
    ['project', 1],
  ],
  violations: [
    ['severity', 1],
    ['issue_id', 2],
    ['watch_name', 2],
    ['component', 3],
    ['path', 4],
    ['fixed_versions', 2],
    ['status', 1],
  ],
  operationalRisks: [
    ['risk', 1],
    ['component', 3],
    ['risk_reason', 5],
    ['path', 4],
    ['latest_version', 1],
  ],
  components: [
    ['component', 3],
    ['version', 1],
    ['ecosystem', 1],
    ['path', 4],
    ['location', 4],
  ],
};

/** The fonts that every reader of such files has know these characters only. */
const printable = (value: unknown) =>
  (Array.isArray(value) ? value.join(', ') : String(value ?? ''))
    .replace(/[^\x20-\x7e\xa0-\xff]/g, (character) => (/\s/.test(character) ? ' ' : '?'))
    .slice(0, 400);

interface Page {
  left: number;
  bottom: number;
  width: number;
}

function writeLine(document: PDFKit.PDFDocument, page: Page, shares: readonly number[], cells: readonly string[]): void {
  const all = shares.reduce((sum, share) => sum + share, 0);
  const widths = shares.map((share) => (share / all) * page.width);
  const height = Math.max(...cells.map((cell, index) => document.heightOfString(cell, { width: widths[index]! - 6 }))) + 4;
  if (document.y + height > page.bottom) document.addPage();
  const { y } = document;
  let x = page.left;
  for (const [index, cell] of cells.entries()) {
    document.text(cell, x, y, { width: widths[index]! - 6 });
    x += widths[index]!;
  }
  document.y = y + height;
}

async function fill(document: PDFKit.PDFDocument, report: KeptReport, rows: AsyncIterable<NewRow>): Promise<void> {
  const { left, right, bottom } = document.page.margins;
  const page = { left, bottom: document.page.height - bottom, width: document.page.width - left - right };
  const columns = printed[report.type];
  const shares = columns.map(([, share]) => share);
  document.font('Helvetica-Bold').fontSize(16).text(printable(report.name), left);
  document
    .font('Helvetica')
    .fontSize(9)
    .text(`${report.type} · ${report.finished_at?.toISOString() ?? ''} · ${report.rows} rows · ${printable(report.author)}`);
  document.moveDown().fontSize(7).font('Helvetica-Bold');
  writeLine(
    document,
    page,
    shares,
    columns.map(([column]) => column),
  );
  document.font('Helvetica');
  let count = 0;
  for await (const { data } of rows) {
    if (++count > mostRows) break;
    writeLine(
      document,
      page,
      shares,
      columns.map(([column]) => printable(data[column])),
    );
  }
  if (report.rows > mostRows) document.text(`${report.rows - mostRows} further rows are in the exports as CSV and JSON.`, left);
  document.end();
}

/** A report to be read and printed. */
export function writePdf(report: KeptReport, rows: AsyncIterable<NewRow>): Readable {
  const document = new PdfDocument({ size: 'A4', layout: 'landscape', margin: 36, info: { Title: printable(report.name), Author: printable(report.author) } });
  fill(document, report, rows).catch((error: unknown) => document.destroy(error as Error));
  return document as unknown as Readable;
}
