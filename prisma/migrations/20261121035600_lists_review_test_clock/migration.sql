-- AlterTable
ALTER TABLE "identities" ADD COLUMN     "tags" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "media" ADD COLUMN     "origin" TEXT NOT NULL DEFAULT 'sdk';

-- AlterTable
ALTER TABLE "step_runs" ADD COLUMN     "origin" TEXT NOT NULL DEFAULT 'sdk';

-- AlterTable
ALTER TABLE "verifications" ADD COLUMN     "tags" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "metadata_indexes" (
    "client_id" TEXT NOT NULL,
    "digest" BYTEA NOT NULL,
    "verification_id" TEXT NOT NULL,
    "identity_id" TEXT NOT NULL,

    CONSTRAINT "metadata_indexes_pkey" PRIMARY KEY ("client_id","digest","verification_id")
);

-- CreateTable
CREATE TABLE "taggings" (
    "client_id" TEXT NOT NULL,
    "tag" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,

    CONSTRAINT "taggings_pkey" PRIMARY KEY ("client_id","tag","subject_id")
);

-- CreateTable
CREATE TABLE "test_clock_moves" (
    "id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "seconds" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "test_clock_moves_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "metadata_indexes_verification_id_idx" ON "metadata_indexes"("verification_id");

-- CreateIndex
CREATE INDEX "taggings_subject_id_idx" ON "taggings"("subject_id");

-- CreateIndex
CREATE INDEX "test_clock_moves_client_id_at_idx" ON "test_clock_moves"("client_id", "at");

-- CreateIndex
CREATE INDEX "identities_client_id_status_id_idx" ON "identities"("client_id", "status", "id");

-- CreateIndex
CREATE INDEX "verifications_client_id_status_id_idx" ON "verifications"("client_id", "status", "id");

-- CreateIndex
CREATE INDEX "verifications_flow_version_id_id_idx" ON "verifications"("flow_version_id", "id");

-- AddForeignKey
ALTER TABLE "metadata_indexes" ADD CONSTRAINT "metadata_indexes_verification_id_fkey" FOREIGN KEY ("verification_id") REFERENCES "verifications"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "test_clock_moves" ADD CONSTRAINT "test_clock_moves_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;
