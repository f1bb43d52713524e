import type { ReactNode } from 'react';
import './builds.css';

export interface PlainColumn<Row> {
  title: string;
  render(row: Row): ReactNode;
}

/** A table that is only read; the first column names the row. On narrow screens each row becomes a card. */
export function PlainTable<Row>({
  label,
  columns,
  rows,
  rowKey,
}: {
  label: string;
  columns: readonly PlainColumn<Row>[];
  rows: readonly Row[];
  rowKey(row: Row, at: number): string;
}) {
  const [first, ...others] = columns;
  if (!first) return null;
  return (
    <div className="builds-table-frame">
      <table className="builds-table" aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ title }) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={rowKey(row, at)}>
              <th scope="row">{first.render(row)}</th>
              {others.map(({ title, render }) => (
                <td key={title} data-label={title}>
                  {render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
