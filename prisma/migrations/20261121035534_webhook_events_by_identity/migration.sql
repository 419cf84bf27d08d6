-- CreateIndex
CREATE INDEX "webhook_events_identity_id_idx" ON "webhook_events"("identity_id");
