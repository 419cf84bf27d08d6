-- AlterTable
ALTER TABLE "operator_sessions" ADD COLUMN     "by_passkey" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "passkeys" (
    "id" TEXT NOT NULL,
    "operator_id" TEXT NOT NULL,
    "name_sealed" BYTEA NOT NULL,
    "credential_id" BYTEA NOT NULL,
    "public_key" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL,
    "transports" TEXT[],
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "passkeys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "passkey_challenges" (
    "challenge_hash" BYTEA NOT NULL,
    "operator_id" TEXT,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "passkey_challenges_pkey" PRIMARY KEY ("challenge_hash")
);

-- CreateIndex
CREATE UNIQUE INDEX "passkeys_credential_id_key" ON "passkeys"("credential_id");

-- CreateIndex
CREATE INDEX "passkeys_operator_id_idx" ON "passkeys"("operator_id");

-- CreateIndex
CREATE INDEX "passkey_challenges_ends_at_idx" ON "passkey_challenges"("ends_at");

-- AddForeignKey
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_operator_id_fkey" FOREIGN KEY ("operator_id") REFERENCES "operators"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;

ALTER TABLE "passkeys" VALIDATE CONSTRAINT "passkeys_operator_id_fkey";
