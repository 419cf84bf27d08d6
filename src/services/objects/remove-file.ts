import type { Media } from '../../domain/media/media.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';

/** Deletes a file's row and schedules its object for removal. */
export async function removeFile(tx: Pick<Repositories, 'media' | 'objects'>, file: Media): Promise<void> {
  await tx.media.delete(file.id);
  await tx.objects.scheduleRemoval(file.objectKey, 0);
}
