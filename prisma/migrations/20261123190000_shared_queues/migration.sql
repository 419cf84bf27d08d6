-- AlterTable
ALTER TABLE "outbox" ADD COLUMN "begun_at" TIMESTAMPTZ(3), ADD COLUMN "client_id" TEXT NOT NULL DEFAULT '';

-- CreateIndex
-- It names no column that changes when a row is handed over or begun, so that those updates stay within their page.
CREATE INDEX CONCURRENTLY "outbox_shares_idx" ON "outbox"("queue", "client_id", "available_at") WHERE (client_id <> '');
