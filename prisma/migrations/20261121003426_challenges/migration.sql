-- CreateTable
CREATE TABLE "challenges" (
    "id" TEXT NOT NULL,
    "step_run_id" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "content_sealed" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "replaced_at" TIMESTAMPTZ(3),
    "used_at" TIMESTAMPTZ(3),
    "used_by" TEXT,

    CONSTRAINT "challenges_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "challenges_step_run_id_attempt_idx" ON "challenges"("step_run_id", "attempt");

-- AddForeignKey
ALTER TABLE "challenges" ADD CONSTRAINT "challenges_step_run_id_fkey" FOREIGN KEY ("step_run_id") REFERENCES "step_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;
