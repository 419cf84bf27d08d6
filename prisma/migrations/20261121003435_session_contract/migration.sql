-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "replaced_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "verifications" ADD COLUMN     "reverifies" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "started_by" TEXT NOT NULL DEFAULT 'sdk',
ALTER COLUMN "device_sealed" DROP NOT NULL;

-- CreateTable
CREATE TABLE "one_time_tokens" (
    "token_hash" BYTEA NOT NULL,
    "purpose" TEXT NOT NULL,
    "verification_id" TEXT NOT NULL,
    "session_id" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "one_time_tokens_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "analytics_events" (
    "verification_id" TEXT NOT NULL,
    "event_id" UUID NOT NULL,
    "client_id" TEXT NOT NULL,
    "identity_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "step_id" TEXT,
    "code" TEXT,
    "platform" TEXT NOT NULL,
    "country" TEXT,
    "duration_ms" INTEGER,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "analytics_events_pkey" PRIMARY KEY ("verification_id","event_id")
);

-- CreateIndex
CREATE INDEX "one_time_tokens_verification_id_idx" ON "one_time_tokens"("verification_id");

-- CreateIndex
CREATE INDEX "analytics_events_client_id_received_at_idx" ON "analytics_events"("client_id", "received_at");

-- CreateIndex
CREATE INDEX "verifications_client_id_created_at_idx" ON "verifications"("client_id", "created_at");

-- AddForeignKey
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_verification_id_fkey" FOREIGN KEY ("verification_id") REFERENCES "verifications"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "analytics_events" ADD CONSTRAINT "analytics_events_verification_id_fkey" FOREIGN KEY ("verification_id") REFERENCES "verifications"("id") ON DELETE CASCADE ON UPDATE CASCADE;
