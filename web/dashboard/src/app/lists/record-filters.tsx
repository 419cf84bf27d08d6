import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table.tsx';
import type { FilterField } from './filters.tsx';
import type { Search } from './search.ts';

/** The parts that the lists of identities and of verifications share: their search, their filters and a column. */

/** The parameters of the address that both pages read. */
export const recordSearch = [
  'search',
  'status',
  'tag',
  'metadataKey',
  'metadataValue',
  'createdAfter',
  'createdBefore',
  'after',
] as const;

export const anyField: FilterField = {
  name: 'search',
  label: 'Find',
  kind: 'text',
  placeholder: 'Name, number, email or id',
};
export const tagField: FilterField = { name: 'tag', label: 'Tag', kind: 'text' };
export const periodFields: readonly FilterField[] = [
  { name: 'createdAfter', label: 'From', kind: 'date' },
  { name: 'createdBefore', label: 'Until', kind: 'date' },
];
export const metadataFields: readonly FilterField[] = [
  { name: 'metadataKey', label: 'Metadata key', kind: 'text', placeholder: 'order.number' },
  { name: 'metadataValue', label: 'Metadata value', kind: 'text' },
];

/** The tags of a row, on screens of at least the width `from`. */
export function tagsColumn(from: 'lg' | 'xl'): Column<{ tags: readonly string[] }> {
  return {
    header: 'Tags',
    className: from === 'lg' ? 'hidden lg:table-cell' : 'hidden xl:table-cell',
    cell: (row) => (
      <span className="flex flex-wrap gap-1">
        {row.tags.map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
      </span>
    ),
  };
}

/** The query of one page of an export: the same filters, from the newest row on. */
export function exportQuery<Q extends Search<'after'>>(query: Q, after: string | undefined) {
  const { after: _page, ...filters } = query;
  return { ...filters, limit: 100, ...(after !== undefined && { after }) };
}
