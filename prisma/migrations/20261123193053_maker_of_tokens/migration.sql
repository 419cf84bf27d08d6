-- AlterTable
ALTER TABLE "api_tokens" ADD COLUMN     "created_by" TEXT;

-- CreateIndex
CREATE INDEX CONCURRENTLY "api_tokens_created_by_idx" ON "api_tokens"("created_by");
