#import <UIKit/UIKit.h>
#import <VerifySDK/VerifySDK-Swift.h>

@interface ExampleViewController : UIViewController <VerifyButtonResultDelegate>
@end

@implementation ExampleViewController

- (IBAction)verify:(id)sender {
    Verify.shared.configuration.baseURL = [NSURL URLWithString:@"https://verify.example"];
    VerifyButtonResult.shared.delegate = self;
    [Verify.shared showVerifyFlowWithClientId:@"cli_…" flowId:@"flw_…" metadata:@{@"order": @4711}];
}

- (void)verificationSuccessWithIdentityId:(NSString *)identityId verificationID:(NSString *)verificationID {
    NSLog(@"Ask your backend about %@", identityId);
}

- (void)verificationCancelledWithIdentityId:(NSString *)identityId verificationId:(NSString *)verificationId {
    NSLog(@"Cancelled");
}

@end
