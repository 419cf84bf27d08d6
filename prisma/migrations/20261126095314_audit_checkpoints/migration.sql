-- CreateTable
CREATE TABLE "audit_checkpoints" (
    "client_id" TEXT NOT NULL,
    "sequence" BIGINT NOT NULL,
    "previous" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "mac" BYTEA NOT NULL,

    CONSTRAINT "audit_checkpoints_pkey" PRIMARY KEY ("client_id","sequence")
);

-- CreateIndex
CREATE UNIQUE INDEX "audit_checkpoints_client_id_previous_key" ON "audit_checkpoints"("client_id", "previous");

CREATE TRIGGER audit_checkpoints_are_append_only BEFORE UPDATE OR DELETE ON "audit_checkpoints"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
