-- AlterTable
ALTER TABLE "operators" ADD COLUMN     "client_ids" TEXT[] DEFAULT ARRAY[]::TEXT[];
