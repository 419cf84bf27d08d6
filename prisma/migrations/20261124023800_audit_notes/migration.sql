-- CreateTable
-- Rows come and go within a second: vacuum follows by count and not by share.
CREATE TABLE "audit_notes" (
    "id" BIGSERIAL NOT NULL,
    "client_id" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "audit_notes_pkey" PRIMARY KEY ("id")
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);

-- CreateIndex
CREATE INDEX "audit_notes_client_id_id_idx" ON "audit_notes"("client_id", "id");
