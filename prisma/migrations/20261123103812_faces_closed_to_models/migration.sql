-- AlterTable
ALTER TABLE "enrolled_faces" ADD COLUMN     "closed_to" TEXT[] DEFAULT ARRAY[]::TEXT[];
