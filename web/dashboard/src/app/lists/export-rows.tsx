import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { messageOf } from '../../api/problem.ts';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';
import { saveFile } from './save-file.ts';

/** The most rows of an export: a hundred requests. A client that needs all rows reads the list over REST. */
const maxRows = 10_000;

interface PageOf<T> {
  data: T[];
  nextCursor: string | null;
}

/** The rows of a list, all pages of it, as CSV. */
export function ExportRows<T>({
  name,
  columns,
  ask,
}: {
  name: string;
  columns: Readonly<Record<string, (row: T) => string | number | null>>;
  ask: (after: string | undefined) => Promise<PageOf<T>>;
}) {
  const say = useToast();
  const run = useMutation({
    mutationFn: async () => {
      const rows: T[] = [];
      let after: string | null | undefined;
      do {
        const page: PageOf<T> = await ask(after ?? undefined);
        rows.push(...page.data);
        after = page.nextCursor;
      } while (after !== null && rows.length < maxRows);
      const lines = [Object.keys(columns), ...rows.map((row) => Object.values(columns).map((of) => of(row)))];
      saveFile(
        new Blob([lines.map((line) => line.map(csvCell).join(',')).join('\r\n')], { type: 'text/csv' }),
        `${name}.csv`,
      );
      return rows.length;
    },
    onSuccess: (count) =>
      say(
        count >= maxRows
          ? `The newest ${maxRows} rows were exported. Filter to export the others.`
          : `${count} rows were exported.`,
      ),
    onError: (error) => say(messageOf(error), 'bad'),
  });
  return (
    <Button
      size="small"
      variant="quiet"
      busy={run.isPending}
      icon={<Download aria-hidden className="size-4" />}
      onClick={() => run.mutate()}
    >
      Export CSV
    </Button>
  );
}

/** Quoted; a value that a spreadsheet would treat as a formula becomes text. */
function csvCell(value: string | number | null): string {
  const text = String(value ?? '');
  const safe = /^[=+\-@\t\r]/.test(text) && typeof value === 'string' ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
