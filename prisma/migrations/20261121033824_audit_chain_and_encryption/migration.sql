-- AlterTable
ALTER TABLE "verifications" ADD COLUMN     "encryption_configuration_id" TEXT,
ADD COLUMN     "jwe" TEXT,
ADD COLUMN     "sealed_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "audit_heads" (
    "client_id" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "hash" BYTEA NOT NULL,
    "mac" BYTEA NOT NULL,

    CONSTRAINT "audit_heads_pkey" PRIMARY KEY ("client_id")
);

-- CreateTable
CREATE TABLE "audit_reads" (
    "id" BIGSERIAL NOT NULL,
    "notes" JSONB NOT NULL,

    CONSTRAINT "audit_reads_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "encryption_configurations" (
    "id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "public_key" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "encryption_configurations_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "encryption_configurations_client_id_id_idx" ON "encryption_configurations"("client_id", "id");

-- CreateIndex
CREATE INDEX "audit_entries_client_id_subject_id_sequence_idx" ON "audit_entries"("client_id", "subject_id", "sequence");

-- AddForeignKey
ALTER TABLE "encryption_configurations" ADD CONSTRAINT "encryption_configurations_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Only what is still to be sealed.
CREATE INDEX "verifications_to_seal_idx" ON "verifications"("encryption_configuration_id")
  WHERE "encryption_configuration_id" IS NOT NULL AND "sealed_at" IS NULL;
