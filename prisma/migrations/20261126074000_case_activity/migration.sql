-- A case gets an assignee, and comments and assignments are kept in a table of their kind.
-- AlterTable
ALTER TABLE "verifications" ADD COLUMN     "assignee_id" TEXT;

-- CreateTable
CREATE TABLE "activities" (
    "id" TEXT NOT NULL,
    "verification_id" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "assignee_id" TEXT,
    "text_sealed" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "activities_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "activities_verification_id_id_idx" ON "activities"("verification_id", "id");

-- AddForeignKey
ALTER TABLE "activities" ADD CONSTRAINT "activities_verification_id_fkey" FOREIGN KEY ("verification_id") REFERENCES "verifications"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;

ALTER TABLE "activities" VALIDATE CONSTRAINT "activities_verification_id_fkey";

-- CreateIndex
CREATE INDEX CONCURRENTLY "verifications_assigned_idx" ON "verifications"("assignee_id", "id") WHERE (assignee_id IS NOT NULL);
