import {
  CertificateSet,
  CMSVersion,
  DigestAlgorithmIdentifiers,
  EncapsulatedContentInfo,
  SignerInfos,
} from '@peculiar/asn1-cms';
import { AsnProp, AsnPropTypes } from '@peculiar/asn1-schema';

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
