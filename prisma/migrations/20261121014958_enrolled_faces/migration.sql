-- CreateTable
CREATE TABLE "enrolled_faces" (
    "identity_id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "template_sealed" BYTEA NOT NULL,
    "model_sha256" TEXT NOT NULL,
    "searchable" BOOLEAN NOT NULL,
    "revision" BIGSERIAL NOT NULL,
    "enrolled_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "enrolled_faces_pkey" PRIMARY KEY ("identity_id")
);

-- CreateIndex
CREATE INDEX "enrolled_faces_client_id_revision_idx" ON "enrolled_faces"("client_id", "revision");

-- AddForeignKey
ALTER TABLE "enrolled_faces" ADD CONSTRAINT "enrolled_faces_identity_id_fkey" FOREIGN KEY ("identity_id") REFERENCES "identities"("id") ON DELETE CASCADE ON UPDATE CASCADE;
