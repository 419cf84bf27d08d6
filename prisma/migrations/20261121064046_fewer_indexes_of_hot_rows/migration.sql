-- DropIndex
DROP INDEX "step_runs_processing_idx";

-- DropIndex
DROP INDEX "verifications_status_expires_at_idx";

-- CreateIndex
CREATE INDEX "verifications_pending_idx" ON "verifications"("status") WHERE (status = 'pending');

-- These rows are written again soon after they are made: with room beside them the new version needs no entry in any index (HOT).
ALTER TABLE "verifications" SET (fillfactor = 70);
ALTER TABLE "step_runs" SET (fillfactor = 70);
ALTER TABLE "webhook_deliveries" SET (fillfactor = 70);
ALTER TABLE "outbox" SET (fillfactor = 50);
