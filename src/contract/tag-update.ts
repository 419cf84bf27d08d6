import { z } from 'zod';

const tagList = z.array(z.string().min(1).max(60)).max(20);

/** The tags of a record, all or some. With `add` and `remove`, two operators at once do not overwrite each other's changes. */
export const tagUpdateSchema = z
  .strictObject({
    tags: tagList.optional().meta({ description: 'The complete list. It replaces the earlier one.' }),
    addTags: tagList.optional().meta({ description: 'Tags to add. The others stay. A record has 20 at most.' }),
    removeTags: tagList.optional().meta({ description: 'Tags to remove. The others stay.' }),
  })
  .refine(
    ({ tags, addTags, removeTags }) => (tags === undefined) !== (addTags === undefined && removeTags === undefined),
    { error: 'give either `tags`, or `addTags` and `removeTags`' },
  );

export type TagUpdate = z.output<typeof tagUpdateSchema>;
