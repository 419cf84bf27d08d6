-- CreateTable
CREATE TABLE "code_sends" (
    "id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "identity_id" TEXT NOT NULL,
    "verification_id" TEXT NOT NULL,
    "step_run_id" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "contact_sealed" BYTEA NOT NULL,
    "seed" BYTEA NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "tries" INTEGER NOT NULL DEFAULT 0,
    "recent_sends" INTEGER NOT NULL,
    "provider_id" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "code_sends_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "send_counts" (
    "client_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "digest" BYTEA NOT NULL,
    "sends" INTEGER NOT NULL,
    "confirmed" INTEGER NOT NULL DEFAULT 0,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "send_counts_pkey" PRIMARY KEY ("client_id","name","digest")
);

-- CreateTable
CREATE TABLE "test_messages" (
    "id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "identity_id" TEXT NOT NULL,
    "verification_id" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "content_sealed" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "test_messages_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "code_sends_step_run_id_id_idx" ON "code_sends"("step_run_id", "id");

-- CreateIndex
CREATE INDEX "code_sends_verification_id_idx" ON "code_sends"("verification_id");

-- CreateIndex
CREATE INDEX "send_counts_ends_at_idx" ON "send_counts"("ends_at");

-- CreateIndex
CREATE INDEX "test_messages_client_id_id_idx" ON "test_messages"("client_id", "id");

-- CreateIndex
CREATE INDEX "test_messages_verification_id_idx" ON "test_messages"("verification_id");

-- AddForeignKey
ALTER TABLE "code_sends" ADD CONSTRAINT "code_sends_verification_id_fkey" FOREIGN KEY ("verification_id") REFERENCES "verifications"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "code_sends" ADD CONSTRAINT "code_sends_step_run_id_fkey" FOREIGN KEY ("step_run_id") REFERENCES "step_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "test_messages" ADD CONSTRAINT "test_messages_verification_id_fkey" FOREIGN KEY ("verification_id") REFERENCES "verifications"("id") ON DELETE CASCADE ON UPDATE CASCADE;
