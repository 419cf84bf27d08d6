-- AlterTable
ALTER TABLE "enrolled_faces" ADD COLUMN     "other_models" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "match_calibrations" (
    "model_sha256" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "calibration" JSONB NOT NULL,
    "loaded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "match_calibrations_pkey" PRIMARY KEY ("model_sha256","reference")
);
