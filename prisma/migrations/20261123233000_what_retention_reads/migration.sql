-- CreateIndex
-- Retention looks each hour for what is old and kept; what was ever erased is not read again.
CREATE INDEX CONCURRENTLY "identities_kept_idx" ON "identities"("client_id", "id") WHERE (status <> 'deleted');

-- CreateIndex
CREATE INDEX CONCURRENTLY "verifications_kept_idx" ON "verifications"("client_id", "created_at") WHERE (status <> 'deleted');

-- CreateIndex
-- Old files are found by themselves: attempts that have none any more are not gone through.
CREATE INDEX CONCURRENTLY "media_client_id_created_at_idx" ON "media"("client_id", "created_at");
