-- AlterTable
ALTER TABLE "operator_sessions" ADD COLUMN     "provider_second_factor" BOOLEAN;

-- AlterTable
ALTER TABLE "operators" ADD COLUMN     "provider_digest" BYTEA,
ALTER COLUMN "password_sealed" DROP NOT NULL;

-- CreateTable
CREATE TABLE "provider_sign_ins" (
    "token_hash" BYTEA NOT NULL,
    "return_to" TEXT NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "provider_sign_ins_pkey" PRIMARY KEY ("token_hash")
);

-- CreateIndex
CREATE INDEX "provider_sign_ins_ends_at_idx" ON "provider_sign_ins"("ends_at");

-- CreateIndex
CREATE UNIQUE INDEX CONCURRENTLY "operators_provider_digest_key" ON "operators"("provider_digest");
