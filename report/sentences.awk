# Rounds the {numbers} of each sentence; number.awk does the work.
{ print rounded_within($0) }
