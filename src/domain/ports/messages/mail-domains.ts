/** Whether a domain accepts email. */
export interface MailDomains {
  /** Null when DNS did not answer in time. */
  receivesMail(domain: string): Promise<boolean | null>;
}
