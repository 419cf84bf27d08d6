import { defineKind } from '../document-kind.ts';

/** Thai national ID card: names and dates in Thai (with Buddhist years) and in English. It has no machine-readable zone. */
export const thailandIdCard = defineKind({
  type: 'national-id',
  country: 'TH',
  subtype: 'id-card',
  name: 'Thai national ID card',
  languages: ['en', 'th'],
  size: 'id-1',
  sides: ['front'],
  dates: { pattern: 'dd mmm yyyy', calendar: 'buddhist' },
  marks: { front: ['Thai National ID Card', 'Identification Number', 'บัตรประจำตัวประชาชน'] },
  fields: [
    {
      name: 'personalNumber',
      labels: ['Identification Number', 'เลขประจำตัวประชาชน'],
      place: 'right',
      rule: 'th-id',
      shape: '0 0000 00000 00 0',
    },
    { name: 'givenNames', labels: ['Name'], place: 'right' },
    { name: 'familyNames', labels: ['Last name'], place: 'right' },
    { name: 'dateOfBirth', labels: ['Date of Birth', 'เกิดวันที่'], place: 'right' },
    { name: 'address', labels: ['ที่อยู่', 'Address'], place: 'right', required: false, mostLines: 2 },
    { name: 'dateOfIssue', labels: ['Date of Issue', 'วันออกบัตร'], place: 'above', required: false },
    { name: 'dateOfExpiry', labels: ['Date of Expiry', 'วันบัตรหมดอายุ'], place: 'above' },
  ],
});
