-- AlterTable
ALTER TABLE "step_runs" ADD COLUMN     "seen_sealed" BYTEA;

-- CreateTable
CREATE TABLE "blind_indexes" (
    "client_id" TEXT NOT NULL,
    "trait" TEXT NOT NULL,
    "digest" BYTEA NOT NULL,
    "identity_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "blind_indexes_pkey" PRIMARY KEY ("client_id","trait","digest","identity_id")
);

-- CreateIndex
CREATE INDEX "blind_indexes_identity_id_idx" ON "blind_indexes"("identity_id");

-- AddForeignKey
ALTER TABLE "blind_indexes" ADD CONSTRAINT "blind_indexes_identity_id_fkey" FOREIGN KEY ("identity_id") REFERENCES "identities"("id") ON DELETE CASCADE ON UPDATE CASCADE;
