-- CreateTable
CREATE TABLE "sealed_documents" (
    "client_id" TEXT NOT NULL,
    "digest" BYTEA NOT NULL,
    "verification_id" TEXT NOT NULL,
    "identity_id" TEXT NOT NULL,
    "former_key_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sealed_documents_pkey" PRIMARY KEY ("client_id","digest","verification_id")
);

-- CreateTable
CREATE TABLE "former_index_keys" (
    "id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "key_sealed" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "former_index_keys_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "sealed_documents_verification_id_idx" ON "sealed_documents"("verification_id");

-- CreateIndex
CREATE INDEX "sealed_documents_former_key_id_idx" ON "sealed_documents"("former_key_id") WHERE (former_key_id IS NOT NULL);

-- CreateIndex
CREATE INDEX "former_index_keys_client_id_idx" ON "former_index_keys"("client_id");

-- AddForeignKey
ALTER TABLE "sealed_documents" ADD CONSTRAINT "sealed_documents_verification_id_fkey" FOREIGN KEY ("verification_id") REFERENCES "verifications"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;

ALTER TABLE "sealed_documents" VALIDATE CONSTRAINT "sealed_documents_verification_id_fkey";

-- AddForeignKey
ALTER TABLE "sealed_documents" ADD CONSTRAINT "sealed_documents_former_key_id_fkey" FOREIGN KEY ("former_key_id") REFERENCES "former_index_keys"("id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "former_index_keys" ADD CONSTRAINT "former_index_keys_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;

ALTER TABLE "former_index_keys" VALIDATE CONSTRAINT "former_index_keys_client_id_fkey";

-- Attempts that were sealed before: which of their identity's hashes came from them is not known, so each keeps all of them.
INSERT INTO sealed_documents (client_id, digest, verification_id, identity_id, created_at)
SELECT v.client_id, b.digest, v.id, v.identity_id, b.created_at
  FROM verifications v JOIN blind_indexes b ON b.identity_id = v.identity_id AND b.trait = 'issuedDocument'
 WHERE v.sealed_at IS NOT NULL AND v.status <> 'deleted'
   AND EXISTS (SELECT FROM step_runs s WHERE s.verification_id = v.id AND s.type = 'document' AND s.status = 'finished')
    ON CONFLICT DO NOTHING;

-- Those whose hash is lost: none is left, or the client got a new key, or another attempt of the identity was erased, after they were sealed.
INSERT INTO sealed_documents (client_id, digest, verification_id, identity_id, created_at)
SELECT v.client_id, '', v.id, v.identity_id, v.sealed_at
  FROM verifications v
 WHERE v.sealed_at IS NOT NULL AND v.status <> 'deleted'
   AND EXISTS (SELECT FROM step_runs s WHERE s.verification_id = v.id AND s.type = 'document' AND s.status = 'finished')
   AND (NOT EXISTS (SELECT FROM blind_indexes b WHERE b.identity_id = v.identity_id AND b.trait = 'issuedDocument')
        OR EXISTS (SELECT FROM audit_entries a WHERE a.client_id = v.client_id AND a.subject_id = v.client_id
                      AND a.action = 'client.key_rotated' AND a.at >= v.sealed_at)
        OR EXISTS (SELECT FROM verifications other JOIN audit_entries a ON a.client_id = other.client_id AND a.subject_id = other.id
                    WHERE other.identity_id = v.identity_id AND other.status = 'deleted'
                      AND a.action IN ('verification.erased', 'retention.purged') AND a.at >= v.sealed_at))
    ON CONFLICT DO NOTHING;
