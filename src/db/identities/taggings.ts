import type { Statements } from '../connection/connection.ts';

/** Only the search by tag uses this table: the tags themselves are stored with their record. */
export async function replaceTaggings(
  statements: Statements,
  { clientId, subjectId }: { clientId: string; subjectId: string },
  tags: readonly string[],
): Promise<void> {
  await statements.query({
    name: 'delete-taggings',
    text: `delete from taggings where subject_id = $1 and not (tag = any($2))`,
    values: [subjectId, tags],
  });
  await statements.query({
    name: 'insert-taggings',
    text: `insert into taggings (client_id, tag, subject_id) select $1, unnest($2::text[]), $3 on conflict do nothing`,
    values: [clientId, tags, subjectId],
  });
}
