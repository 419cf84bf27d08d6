-- AlterTable
ALTER TABLE "operator_sessions" ADD COLUMN     "device" TEXT;

-- AlterTable
ALTER TABLE "sign_in_tries" ADD COLUMN     "known_until" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "recovery_codes" (
    "operator_id" TEXT NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("operator_id","code_hash")
);

-- AddForeignKey
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_operator_id_fkey" FOREIGN KEY ("operator_id") REFERENCES "operators"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;

ALTER TABLE "recovery_codes" VALIDATE CONSTRAINT "recovery_codes_operator_id_fkey";
