// A device keeps the email that it was given. With another one, a thief could ask for a new password by mail after the
// stolen device's password was changed. So could an operator who has left.
onRecordRequestEmailChangeRequest(() => {
	throw new ForbiddenError("Only a superuser changes an email.");
}, "users", "operators");
