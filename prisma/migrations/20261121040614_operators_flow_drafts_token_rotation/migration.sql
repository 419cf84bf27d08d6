-- AlterTable
ALTER TABLE "api_tokens" ADD COLUMN     "allowed_networks" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "previous_hash" BYTEA,
ADD COLUMN     "previous_until" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "flow_versions" ADD COLUMN     "published_by" TEXT;

-- AlterTable
ALTER TABLE "flows" ADD COLUMN     "draft" JSONB;

-- CreateTable
CREATE TABLE "installation" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "wrapped_key" BYTEA NOT NULL,
    "set_up_token_hash" BYTEA,

    CONSTRAINT "installation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "operators" (
    "id" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "email_digest" BYTEA NOT NULL,
    "profile_sealed" BYTEA NOT NULL,
    "password_sealed" BYTEA NOT NULL,
    "totp_sealed" BYTEA,
    "totp_pending_sealed" BYTEA,
    "totp_counter" INTEGER,
    "last_seen_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "operators_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "operator_sessions" (
    "id" TEXT NOT NULL,
    "operator_id" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "operator_sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invitations" (
    "id" TEXT NOT NULL,
    "email_digest" BYTEA NOT NULL,
    "email_sealed" BYTEA NOT NULL,
    "role" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "invited_by" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_in_tries" (
    "email_digest" BYTEA NOT NULL,
    "tries" INTEGER NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_tries_pkey" PRIMARY KEY ("email_digest")
);

-- CreateIndex
CREATE UNIQUE INDEX "operators_email_digest_key" ON "operators"("email_digest");

-- CreateIndex
CREATE UNIQUE INDEX "operator_sessions_token_hash_key" ON "operator_sessions"("token_hash");

-- CreateIndex
CREATE INDEX "operator_sessions_operator_id_idx" ON "operator_sessions"("operator_id");

-- CreateIndex
CREATE INDEX "operator_sessions_ends_at_idx" ON "operator_sessions"("ends_at");

-- CreateIndex
CREATE UNIQUE INDEX "invitations_email_digest_key" ON "invitations"("email_digest");

-- CreateIndex
CREATE UNIQUE INDEX "invitations_token_hash_key" ON "invitations"("token_hash");

-- CreateIndex
CREATE INDEX "sign_in_tries_ends_at_idx" ON "sign_in_tries"("ends_at");

-- CreateIndex
CREATE UNIQUE INDEX "api_tokens_previous_hash_key" ON "api_tokens"("previous_hash");

-- AddForeignKey
ALTER TABLE "operator_sessions" ADD CONSTRAINT "operator_sessions_operator_id_fkey" FOREIGN KEY ("operator_id") REFERENCES "operators"("id") ON DELETE CASCADE ON UPDATE CASCADE;
