; Rovers gather samples and pictures on a planet, and send what they find to a lander.
(define (domain rovers)
  (:requirements :strips :typing)

  (:types rover site finding - object sample picture - finding)

  (:predicates
    (path ?rover - rover ?from ?to - site)    ; ?rover can drive from ?from to ?to
    (stands ?rover - rover ?site - site)      ; ?rover is at ?site
    (lies ?sample - sample ?site - site)      ; ?sample can be taken at ?site
    (shows ?picture - picture ?site - site)   ; ?picture can be taken from ?site
    (has-scoop ?rover - rover)                ; ?rover can take samples
    (has-camera ?rover - rover)               ; ?rover can take pictures
    (bay-empty ?rover - rover)                ; the bay of ?rover has room for a sample
    (bay-full ?rover - rover)                 ; a sample is in the bay of ?rover
    (focused ?rover - rover)                  ; the camera of ?rover was calibrated since its last picture
    (mark ?site - site)                       ; a camera can be calibrated at ?site
    (in-sight ?site - site)                   ; the lander can be reached by radio from ?site
    (knows ?rover - rover ?finding - finding) ; ?rover has analysed ?finding
    (sent ?finding - finding)                 ; the lander has the data of ?finding
  )

  ; Drive.
  (:action drive
    :parameters (?rover - rover ?from ?to - site)
    :precondition (and (stands ?rover ?from) (path ?rover ?from ?to))
    :effect (and (stands ?rover ?to) (not (stands ?rover ?from)))
  )

  ; Scoop up a sample and analyse it.
  (:action scoop
    :parameters (?rover - rover ?sample - sample ?site - site)
    :precondition (and
      (stands ?rover ?site)
      (lies ?sample ?site)
      (has-scoop ?rover)
      (bay-empty ?rover))
    :effect (and
      (knows ?rover ?sample)
      (bay-full ?rover)
      (not (lies ?sample ?site))
      (not (bay-empty ?rover)))
  )

  ; Drop the sample that is in the bay.
  (:action drop
    :parameters (?rover - rover)
    :precondition (bay-full ?rover)
    :effect (and (bay-empty ?rover) (not (bay-full ?rover)))
  )

  ; Calibrate the camera.
  (:action focus
    :parameters (?rover - rover ?site - site)
    :precondition (and (stands ?rover ?site) (mark ?site) (has-camera ?rover))
    :effect (focused ?rover)
  )

  ; Take a picture.
  (:action shoot
    :parameters (?rover - rover ?picture - picture ?site - site)
    :precondition (and
      (stands ?rover ?site)
      (shows ?picture ?site)
      (has-camera ?rover)
      (focused ?rover))
    :effect (and (knows ?rover ?picture) (not (focused ?rover)))
  )

  ; Send what is known of a finding.
  (:action send
    :parameters (?rover - rover ?finding - finding ?site - site)
    :precondition (and (stands ?rover ?site) (in-sight ?site) (knows ?rover ?finding))
    :effect (sent ?finding)
  )
)
