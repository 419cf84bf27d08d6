-- AlterTable
ALTER TABLE "verifications" ADD COLUMN     "by_link" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "device_metadata_sealed" BYTEA,
ADD COLUMN     "entitled" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "network_digest" BYTEA,
ADD COLUMN     "silences" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "given_files" (
    "identity_id" TEXT NOT NULL,
    "digest" BYTEA NOT NULL,
    "verification_id" TEXT NOT NULL,

    CONSTRAINT "given_files_pkey" PRIMARY KEY ("identity_id","digest","verification_id")
);

-- CreateIndex
CREATE INDEX "given_files_verification_id_idx" ON "given_files"("verification_id");

-- AddForeignKey
ALTER TABLE "given_files" ADD CONSTRAINT "given_files_verification_id_fkey" FOREIGN KEY ("verification_id") REFERENCES "verifications"("id") ON DELETE CASCADE ON UPDATE CASCADE;
