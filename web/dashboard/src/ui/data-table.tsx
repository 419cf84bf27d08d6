import type { ReactNode } from 'react';
import { classes } from './classes.ts';

export interface Column<T> {
  header: string;
  cell: (row: T) => ReactNode;
  className?: string;
  /** The header is for screen readers alone. */
  quiet?: boolean;
}

/** Rows that the operator ticks. */
export interface Selection<T> {
  isChosen: (row: T) => boolean;
  choose: (rows: readonly T[], chosen: boolean) => void;
  nameOf: (row: T) => string;
}

interface DataTableProps<T> {
  /** The name of the rows, for screen readers. */
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string;
  selection?: Selection<T> | undefined;
  empty: ReactNode;
  footer?: ReactNode;
}

/** Rows of a list. The first cell of a row that leads somewhere holds a RowLink, which makes the whole row a real link. */
export function DataTable<T>({ label, columns, rows, rowKey, selection, empty, footer }: DataTableProps<T>) {
  if (rows.length === 0) return empty;
  return (
    <>
      <div role="group" aria-label={label} tabIndex={0} className="relative overflow-x-auto -outline-offset-2">
        <table className="w-full border-collapse text-left">
          <thead>
            <tr className="border-b border-line bg-canvas/60">
              {selection && (
                <th scope="col" className="w-0 py-2.5 pl-5">
                  <input
                    type="checkbox"
                    aria-label="All on this page"
                    className="block size-4.5 accent-accent"
                    checked={rows.every(selection.isChosen)}
                    onChange={(event) => selection.choose(rows, event.target.checked)}
                  />
                </th>
              )}
              {columns.map(({ header, className, quiet = false }) => (
                <th
                  key={header}
                  scope="col"
                  className={classes('px-4 py-2.5 text-xs font-medium text-faint whitespace-nowrap sm:px-5', className)}
                >
                  {quiet ? <span className="sr-only">{header}</span> : header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr
                key={rowKey(row)}
                className="relative border-b border-line last:border-b-0 has-[a[data-row]]:hover:bg-sunken/60"
              >
                {selection && (
                  <td className="w-0 py-3 pl-5 align-middle">
                    {/* Above the link that covers the row. */}
                    <input
                      type="checkbox"
                      aria-label={`Select ${selection.nameOf(row)}`}
                      className="relative z-10 block size-4.5 accent-accent"
                      checked={selection.isChosen(row)}
                      onChange={(event) => selection.choose([row], event.target.checked)}
                    />
                  </td>
                )}
                {columns.map(({ header, cell, className }) => (
                  <td key={header} className={classes('px-4 py-3 align-middle sm:px-5', className)}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {footer}
    </>
  );
}

/** Give it to the link in the first cell: the link then covers its row. */
export const rowLink = {
  'data-row': '',
  className: 'font-medium text-ink after:absolute after:inset-0 hover:text-link',
} as const;
