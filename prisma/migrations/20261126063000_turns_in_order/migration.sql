-- Jobs of one moment have an order: what was handed over of them is found among the oldest, wherever its row went. The index before
-- begins with the same columns, so the version before searches by this one.
CREATE INDEX CONCURRENTLY "outbox_turns_idx" ON "outbox"("queue", "client_id", "available_at", "id") WHERE (client_id <> '');

-- DropIndex
DROP INDEX CONCURRENTLY "outbox_shares_idx";
