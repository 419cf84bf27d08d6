-- CreateIndex
-- The relay looks for due rows without a client twice a second: a client's backlog on a shared queue must not be in its way.
CREATE INDEX CONCURRENTLY "outbox_due_idx" ON "outbox"("available_at") WHERE (client_id = '');

-- DropIndex
DROP INDEX CONCURRENTLY "outbox_available_at_idx";
