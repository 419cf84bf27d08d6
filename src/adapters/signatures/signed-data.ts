import {
  CertificateSet,
  CMSVersion,
  ContentInfo,
  DigestAlgorithmIdentifiers,
  EncapsulatedContentInfo,
  SignerInfos,
} from '@peculiar/asn1-cms';
import { AsnConvert, AsnProp, AsnPropTypes } from '@peculiar/asn1-schema';
import { maxBytesOfForm } from '../../domain/media/media-kind.ts';
import type { SignatureFault } from '../../domain/ports/pages/signature-verifier.ts';

/**
 * SignedData of RFC 5652, 5.1. The package's own class accepts no revocation lists among `crls`, and so rejects a signature that includes
 * one as malformed. This one keeps each list as it is.
 */
export class SignedData {
  version = CMSVersion.v0;
  digestAlgorithms = new DigestAlgorithmIdentifiers();
  encapContentInfo = new EncapsulatedContentInfo();
  certificates?: CertificateSet;
  crls?: ArrayBuffer[];
  signerInfos = new SignerInfos();
}

AsnProp({ type: AsnPropTypes.Integer })(SignedData.prototype, 'version');
AsnProp({ type: DigestAlgorithmIdentifiers })(SignedData.prototype, 'digestAlgorithms');
AsnProp({ type: EncapsulatedContentInfo })(SignedData.prototype, 'encapContentInfo');
AsnProp({ type: CertificateSet, context: 0, implicit: true, optional: true })(SignedData.prototype, 'certificates');
AsnProp({ type: AsnPropTypes.Any, context: 1, implicit: true, optional: true, repeated: 'set' })(
  SignedData.prototype,
  'crls',
);
AsnProp({ type: SignerInfos })(SignedData.prototype, 'signerInfos');

const signedData = '1.2.840.113549.1.7.2';
/** An envelope may be as long as a PDF. The library keeps its limits of depth and number of values, because a value takes a kilobyte of memory. */
const berOptions = { maxContentLength: maxBytesOfForm.pdf };
const tooMuch = 'Maximum ASN.1';

/** `unsupported`: more values than this service reads, such as a long list of revoked certificates. It says nothing against the file. */
export function parseSignedData(der: Buffer): SignedData | { fault: SignatureFault } {
  try {
    const content = AsnConvert.parse(der, ContentInfo, { berOptions });
    if (content.contentType !== signedData) return { fault: 'malformed' };
    return AsnConvert.parse(content.content, SignedData, { berOptions });
  } catch (error) {
    return { fault: error instanceof Error && error.message.includes(tooMuch) ? 'unsupported' : 'malformed' };
  }
}
