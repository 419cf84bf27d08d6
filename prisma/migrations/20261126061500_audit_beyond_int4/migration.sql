-- A line's number is in `sequence`, and in `long_sequence` once `sequence` cannot hold it: a new type for `sequence` would rewrite
-- the whole table while everybody waits, and filling a second column would change lines that nothing may change. The version
-- before goes on reading and writing `sequence`.

-- AlterTable
ALTER TABLE "audit_entries" ADD COLUMN "long_sequence" BIGINT;

-- AlterTable
ALTER TABLE "audit_heads" ADD COLUMN "long_sequence" BIGINT;

-- Every line and every end keeps a number.
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_have_a_number" CHECK (num_nonnulls("sequence", "long_sequence") = 1) NOT VALID;

ALTER TABLE "audit_entries" VALIDATE CONSTRAINT "audit_entries_have_a_number";

ALTER TABLE "audit_heads" ADD CONSTRAINT "audit_heads_have_a_number" CHECK (num_nonnulls("sequence", "long_sequence") = 1) NOT VALID;

ALTER TABLE "audit_heads" VALIDATE CONSTRAINT "audit_heads_have_a_number";

-- AlterTable
ALTER TABLE "audit_entries" ALTER COLUMN "sequence" DROP NOT NULL;

-- AlterTable
ALTER TABLE "audit_heads" ALTER COLUMN "sequence" DROP NOT NULL;

-- Lists and the walk along the chain search by either column. The indexes of `sequence` alone stay for the version before.
CREATE UNIQUE INDEX CONCURRENTLY "audit_entries_client_id_number_key" ON "audit_entries"("client_id", (coalesce("long_sequence", "sequence")));

CREATE INDEX CONCURRENTLY "audit_entries_client_id_subject_id_number_idx" ON "audit_entries"("client_id", "subject_id", (coalesce("long_sequence", "sequence")));
